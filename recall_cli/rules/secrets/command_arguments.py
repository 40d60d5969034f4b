"""Secrets passed to commands and login functions: curl -u, mysql -p, sudo -S, auth=(…)."""

import re

from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.web_credentials import is_likely_password

_USER_FLAGS = (" -u", " --user", " --proxy-user", " -U", " -a ", " --basic-auth", " --auth", " --creds", " --http-user")
_USER_PASSWORD_FLAG = (
    r"\s(?:-u|--user|--proxy-user|-U|-a|--basic-auth|--auth|--creds|--http-user)(?:\s{1,3}|=)[\"']?"
    r"([\w.@\\+$\-]{1,80})(?::(?!:)|%|,)([^\s\"'\x00]{3,200})"
)
_COMMAND_PASSWORD = (
    r"(?m)(?:\b(?:my(?:sql|cli)|mariadb)[\w-]{0,12}[^\n|;]{0,160}?\s-p|\b7z[az]?\s[^\n|;]{0,80}?-p"
    r"|\b(?:docker|podman|buildah|skopeo|helm|oc|az|nerdctl|crane|oras)\s[^\n|;]{0,20}?\blogin\s[^\n|"
    r";]{0,160}?-p(?:\s{1,2}|=)"
    r"|\b(?:sshpass|cqlsh|mongo\w{0,7}|influx|zabbix_\w+|argocd)"
    r"\s[^\n|;]{0,160}?-p(?:\s{1,2}|=)?|\b(?:redis-cli|ldap\w{3,9}|n1ql|curlftpfs)(?:\s[^\n|"
    r";]{0,160}?)?\s-[aw]\s{1,2}"
    r"|\b(?:zip|unzip|sqlcmd|bcp|ipmitool|isql|unrar|7z|mongosh|cbq|mosquitto_\w{3})(?:\s[^\n|"
    r";]{0,160}?)?\s-P\s{1,2}"
    r"|\b(?:plink|pscp|psftp)\s[^\n|;]{0,120}?-pw\s{1,2}|\b\w{0,4}freerdp\s[^\n|;]{0,160}?/p:"
    r"|\b(?:snmp\w{2,9})\s[^\n|;]{0,120}?-[AXc]\s{0,2}|\buseradd\s[^\n|;]{0,80}?-p\s{1,2}"
    r"|\b(?:cryptsetup|chpasswd|passwd|kinit|smbpasswd|sudo -S)\b[^\n|]{0,80}<<<\s{0,2}(?:[\"'](?=\w+:))?(?:\w{1,30}:)?"
    r"|-pass(?:in|out)?\s{1,2}pass:|\bopenssl enc [^\n|;]{0,120}?-k\s{1,2}"
    r"|\bhtpasswd\s(?:-\w{1,6}\s){0,3}(?:\S{1,80}\s){0,1}\S{1,60}\s(?=\S{1,100}\s{0,2}$)"
    r"|\bwpa_passphrase\s\S{1,40}\s|(?:add_user|change_password)\s\S{1,40}\s|adduser\s-\S{1,4}\s\S{1,40}\s"
    r"|\bnet use\s(?:\S{1,80}\s){1,2}/user:\S{1,60}\s|gh secret set \w{1,60} (?:-b|--body)[ =])"
    r"(?:\"([^\"\n\x00]{3,200})\"|'([^'\n\x00]{3,200})'|([^\s\"'\x00-][^\s\"'\x00]{2,200}))"
)
_CONFIG_COMMAND = (
    r"\b(?:config\w{0,7}|secrets?|env|vars?|variables?|params?)\s(?:set|put|add|create|update)\s[^\n|;]{0,80}?"
    r"(?:passw(?:or)?d|secret|token|api_?key|access_key)(?:\s{1,2}|=)(?=\S{0,40}\d)[\"']?([^\s\"'\x00]{4,200})"
    r"|(?:\benable (?:secret|password)\s(?:\d\s)?|\bsnmp-server community\s|(?:secret|password) [057]\s)"
    r"([^\s\"'\x00]{4,200})"
)
_LOGIN_PAIR = (
    r"(?i)(?:auth|login|credentials?|signin|authenticate|logon)\w{0,10}\s?[=(:]{1,2}\s?[(\[]?[\"'][^\"'\n"
    r"\x00]{1,60}[\"'],\s?"
    r"[\"']([^\"'\n\x00]{4,200})[\"']"
    r"|(?:client|api|sdk|login|configure|init|connect)\(\s?[\"']([\w\-]{32,200})[\"']\s?[),]"
    r"|\bsp_addlogin\s{1,3}N?'[^'\n]{1,60}',\s?N?'([^'\n\x00]{4,200})'"
    r"|\bFernet\(\s?b?[\"']([\w\-]{43}=)[\"']|cookies?\s?=\s?\{[^{}\n]{0,80}?[\"']\w{2,40}[\"']\s?:\s?[\"']([^\"'\n]{16,400})[\"']"
    r"|\bwifi:[^\n\x00]{0,100}?\bp:([^;\n\x00]{5,63});|\"(?:d|p|q|dp|dq|qi|k)\"\s?:\s?\"([\w\-]{20,2000})\""
)
_PIPED_PASSWORD = (
    r"(?:echo|printf|<<<)\s{1,3}(?:-\w\s|'%s'\s|\"%s\"\s)?(?:\"([^\"\n\x00]{3,200})\"|"
    r"'([^'\n\x00]{3,200})'|([^\s\"'|\x00]{3,200}))"
    r"\s{0,3}\|\s{0,3}(sudo (?:-\w{1,3} ){0,3}-\w{0,3}S|chpasswd|(?:docker|podman|helm registry)"
    r" login|gh auth|passwd|cryptsetup|kinit|smbpasswd)"
)


def find_command_passwords(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Passwords passed to commands: curl -u user:pass, mysql -pX, sshpass -p X, echo X | sudo -S."""
    secrets = []
    for match in re.finditer(_USER_PASSWORD_FLAG, text) if any(flag in text for flag in _USER_FLAGS) else ():
        if is_likely_password(match.group(2), match.group(1)) and not (
            match.group(2).isdigit() or "/" in match.group(2)[:1]
        ):
            secrets.append((*match.span(2), "password"))
    for pattern, gate in (
        (_COMMAND_PASSWORD, _mentions_password_command(lowercase)),
        (_PIPED_PASSWORD, "|" in lowercase and ("echo" in lowercase or "printf" in lowercase or "<<<" in lowercase)),
    ):
        for match in re.finditer(pattern, text) if gate else ():
            which = next(number for number in (1, 2, 3) if match.group(number) is not None)
            value = match.group(which)
            if " " in value or not is_likely_password(value, ""):
                continue
            start = match.start(which) + (
                value.find(":") + 1 if match.lastindex == 4 and "chp" in match.group(4) else 0
            )
            if not _is_port_mapping(value) and (
                pattern is _COMMAND_PASSWORD or not value_shape.is_slug(value) or "sudo" in match.group()
            ):
                secrets.append((start, match.end(which), "password"))
    return secrets


_PASSWORD_COMMANDS = (
    "mysql", "mycli", "mariadb", "7z", "sshpass", "docker", "podman", "buildah", "skopeo", "helm", "oc ",
    "az ", "nerdctl", "crane", "oras", "cqlsh", "mongo", "influx", "zabbix", "argocd", "redis-cli", "ldap",
    "n1ql", "curlftpfs", "zip", "sqlcmd", "bcp", "ipmitool", "isql", "unrar", "cbq", "mosquitto", "plink",
    "pscp", "psftp", "/p:", "snmp", "-pass", "openssl", "htpasswd", "wpa_", "add_user", "change_password",
    "adduser", "net use", "secret set", "useradd", "<<<",
)  # fmt: skip


_PASSWORD_FLAGS = (
    " -p", " -a", " -w", " -k", "pass:", "/p:", "htpasswd", "wpa_passphrase", "add_user", "change_password",
    "adduser", "/user:", "secret set", " -x", " -c", "<<<",
)  # fmt: skip


def _mentions_password_command(lowercase: str) -> bool:
    """Whether a command that takes passwords is mentioned. Only then is the long pattern built."""
    return any(sign in lowercase for sign in _PASSWORD_FLAGS) and any(
        command in lowercase for command in _PASSWORD_COMMANDS
    )


_CONFIG_COMMAND_WORDS = (
    " set ", " put ", " add ", " create ", " update ",
    "enable secret", "enable password", "snmp-server", "secret 0", "password 0", "secret 5", "password 7",
)  # fmt: skip


def find_config_secrets(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Secrets that a command stores under a name, such as config set db_password X, and those in a router's
    settings.
    """
    secrets = []
    for match in (
        re.finditer(_CONFIG_COMMAND, lowercase) if any(word in lowercase for word in _CONFIG_COMMAND_WORDS) else ()
    ):
        start, end = match.span(match.lastindex or 1)
        value = text[start:end]
        if (
            is_likely_password(value, "")
            and value_shape.character_classes(value)[2]
            and len(value) >= 6
            and not value_shape.is_technical_term(value)
        ):
            secrets.append((start, end, "password"))
    return secrets


_LOGIN_CALLS = tuple(
    f"{word}({quote}" for word in ("client", "api", "sdk", "login", "configure", "init", "connect") for quote in "\"'"
)


def find_login_pairs(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """The second of two login strings, a client's token, the key in a wifi code, the private parts of a JWK."""
    secrets = []
    gate = any(word in lowercase for word in _LOGIN_CALLS) or (
        ("auth" in lowercase or "log" in lowercase or "cred" in lowercase or "sign" in lowercase)
        and ("'," in lowercase or '",' in lowercase)
    )
    for match in (
        re.finditer(_LOGIN_PAIR, text)
        if gate or "fernet(" in lowercase or "cookie" in lowercase or "wifi:" in lowercase or '"kty"' in lowercase
        else ()
    ):
        which = match.lastindex or 1
        value = match.group(which)
        if (
            (which == 7 and '"kty"' in lowercase)
            or which == 4
            or (which == 5 and value_shape.looks_random(value, 16))
            or (which == 2 and value_shape.looks_random(value, 32) and all(value_shape.character_classes(value)[:3]))
            or (
                which in (1, 3, 6)
                and is_likely_password(value, "")
                and (which == 6 or value_shape.character_classes(value)[2])
            )
        ):
            secrets.append((*match.span(which), _LOGIN_PAIR_KINDS[which - 1]))
    return secrets


_LOGIN_PAIR_KINDS = ("password", "token", "password", "key", "cookie", "password", "private-key")


def _is_port_mapping(value: str) -> bool:
    """Whether the value is what docker -p usually takes: ports such as 8080:80."""
    return all(part.isdigit() for part in value.replace(":", ".").replace("/tcp", "").replace("/udp", "").split("."))
