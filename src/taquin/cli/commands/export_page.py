"""``taquin export-page``: the web page as plain files, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.commands.serve import check_libraries
from taquin.errors import SpecError
from taquin.puzzle.words import printable_line
from taquin.system.cleanup import temporary_folder
from taquin.system.files import reason

_MEGABYTE = 1e6


@click.command("export-page")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--runtime",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER",
    help="What the page needs besides Taquin: see above.",
)
def command(folder: Path, runtime: Path) -> int:
    """Write the web page as plain files, for any web server.

    Searches run in the reader's browser, by Python compiled to WebAssembly. Nothing has to be installed there, and the
    page works offline after the first visit. It needs a web server, such as `python -m http.server`, because browsers
    do not run it from files on a disk.

    FOLDER must be empty or new. RUNTIME is a folder with what is not part of Taquin; two commands fill it. In a clone
    `make page` does all of this.

    \b
      npm install --prefix RUNTIME pyodide@314
      pip download -d RUNTIME/wheels --no-deps --only-binary :all: segno

    Without Node.js the page's Python is not compiled to bytecode and has no memory snapshot, so it starts more slowly.

    \b
    Examples:
      taquin export-page course-page --runtime RUNTIME
      python -m http.server --directory course-page
    """
    check_libraries()
    from taquin.web.browser.export import Runtime, export_page

    parts = Runtime.find(runtime)
    try:
        target = folder.resolve()  # a link stays a link
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise SpecError(f"{folder} exists and is not an empty folder", hint="choose another folder, or remove it")
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(".taquin-page-", target.parent) as draft:
            page = draft / "page"
            export_page(page, parts, click.echo)
            if target.exists():
                target.rmdir()
            page.rename(target)
    except (OSError, RuntimeError) as error:  # resolve raises RuntimeError for a loop of links
        raise SpecError(f"cannot write {folder}: {reason(error) if isinstance(error, OSError) else error}") from None
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / _MEGABYTE
    name = printable_line(str(folder))
    click.echo(f"wrote {name}: {len(files)} files, {size:.1f} MB")
    click.echo(f"try it: python -m http.server --directory {name}, then open http://localhost:8000/")
    return 0
