"""The description of the API as a page, at ``/docs``: Swagger UI, served from this machine.

Its files come from the package ``fastapi-swagger``, which follows the releases of Swagger UI. FastAPI's own page loads
them from another server, which the security policy of this one forbids.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec

from starlette.responses import Response

from taquin.errors import install_command
from taquin.web.api.errors import ApiError

PATH = "/docs"
_PACKAGE = "fastapi_swagger"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Taquin: HTTP API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
"""
_START = 'SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#swagger-ui" });\n'
_SCRIPT = "text/javascript; charset=utf-8"


def swagger(path: str) -> Response:
    """The response to a path that begins with ``/docs``. Raises ``ApiError`` if there is no such file."""
    if find_spec(_PACKAGE) is None:
        raise ApiError(404, "not found", "Swagger UI is not installed", hint=install_command("web"))
    match path.removeprefix(PATH).strip("/"):
        case "":
            return Response(_PAGE, media_type="text/html")
        case "start.js":
            return Response(_START, media_type=_SCRIPT)
        case "swagger-ui-bundle.js" | "swagger-ui.css" as name:
            content = files(_PACKAGE).joinpath("resources", name).read_bytes()
            return Response(content, media_type=_SCRIPT if name.endswith(".js") else "text/css")
    raise ApiError(404, "not found", f"there is nothing at {path[:200]!r}")
