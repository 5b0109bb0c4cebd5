"""Settings of Sphinx, for ``build_site.py``."""

import taquin

project = "Taquin"
author = "Taquin contributors"
copyright = author  # noqa: A001
version = release = taquin.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 90

html_theme = "furo"
html_title = f"Taquin {version}"
html_copy_source = False
html_static_path = ["../docs/site.css"]
html_css_files = ["site.css"]
html_show_sphinx = False
