"""Words that say where something holds: environments, systems, regions, groups of users."""

SCOPES = {
    "environment": (
        "production prod staging stage stg dev development test testing preprod preproduction qa uat ci local "
        "sandbox canary demo dr produktion produção producción testsystem recette homologação preproducción "
        "nightly lab"
    ),
    "os": (
        "linux windows macos mac ios android osx ubuntu debian alpine arm arm64 x86 amd64 iphone ipad safari "
        "chrome firefox edge web mobile desktop tablet console ps4 ps5 xbox switch pc tv watch wear"
    ),
    "region": (
        "eu us uk asia apac emea germany german norway france french spain usa europe european american "
        "switzerland austria japan india china brazil canada"
    ),
    "tier": (
        "free premium pro enterprise trial paid basic guest admin anonymous internal external student students "
        "adults children kids seniors vip partner reseller resellers gold ranked casual"
    ),
    "season": "weekdays weekends weekday weekend summer winter holidays exam night peak christmas",
    "direction": (
        "read write reads writes import export inbound outbound incoming outgoing upload download ingress egress "
        "request response frontend backend client server push pull primary secondary public private"
    ),
    "branch": "main master develop release legacy feature hotfix trunk",
}
"""Kinds of scopes, and their words."""
