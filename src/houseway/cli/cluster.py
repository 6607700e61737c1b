"""Commands for people who have no cluster yet: a scheduler, and workers that join it."""

from typing import Annotated

import typer

from houseway.cli.arguments import TokenFile
from houseway.report.console import complain

cluster = typer.Typer(
    help="Many machines for `simulate --cluster`: a scheduler, and workers that join it.", no_args_is_help=True
)


@cluster.command()
def start(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines join.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8786,
    token_file: TokenFile = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Without TLS and token: whoever reaches it may use it.")
    ] = False,
) -> None:
    """Run a scheduler, over TLS and with a token that members share, until Ctrl-C."""
    from houseway.cluster.membership import start

    start(host, port, token_file, plain=plain, tell=complain)


@cluster.command()
def join(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The scheduler, as HOST:PORT.")],
    workers: Annotated[int | None, typer.Option(min=1, help="How many; by default one a core.")] = None,
    host: Annotated[
        str | None, typer.Option(help="The address by which others reach this machine; by default found out.")
    ] = None,
    token_file: TokenFile = None,
) -> None:
    """Run workers for a scheduler until Ctrl-C; when it is started again they find it again."""
    from houseway.cluster.membership import join

    join(address, workers, token_file, host=host, tell=complain)
