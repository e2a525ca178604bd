BUILD: dict[str, str]
