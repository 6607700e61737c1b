"""The docs site: `make docs`. Nothing is fetched, and every warning is an error."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from docs.press import print_pages  # noqa: E402
from docs.press.strict import make_strict  # noqa: E402
from houseway import __version__  # noqa: E402

print_pages(DOCS)

project = "houseway"
author = "the houseway authors"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "screenshots"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]
default_role = "code"  # our docstrings write `names` so
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
nitpick_ignore_regex = [("py:.*", r"(?!houseway\.(?:api|rules\.refused)).*")]  # types that are not of the public names

html_theme = "furo"
html_title = "houseway"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_theme_options = {"top_of_page_buttons": []}
html_css_files = ["felt.css"]
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    app.connect("build-finished", lambda app, failure: failure or make_strict(Path(app.outdir)))
