"""``python -m charge_stream`` is the ``charge-stream`` command."""

from charge_stream.cli.main import main

if __name__ == "__main__":
    main()
