"""Word lists for finding memories that rest on an ended value."""

ATTRIBUTE_WORDS = frozenset(
    """address application attribute base branch broker budget cache client command config configuration count
    database date day db default directory duration endpoint environment file folder format framework frequency
    gateway host hostname hour image instance interval key language lead length level library limit linter machine
    maintainer manager max maximum mb message min minimum minute month name number owner package page path pool port
    price protocol provider queue rate region release replica retention runner schedule second server service setting
    size store system test time timeout tool ttl unit url user value version week window worker""".split()
)
"""Nouns that many subjects have; two texts that share only one of these speak of different things."""

PROJECT_WORDS = frozenset(
    "we us our ours repo repository project codebase team company everything everywhere here all it this".split()
)
"""A subject of these words alone is the whole project."""

PLAIN_VERBS = frozenset(
    """use run live keep go come get make take put set work need require start stop stay be have do store host serve
    deploy build happen listen write read send call install manage hold move switch replace change add remove drop
    ship handle choose pick want expect belong report allow accept support contain include say know""".split()
)
"""Verbs that fit any subject."""

OLD_VALUE_BEFORE = frozenset(
    """from not longer replaced replaces replacing replace dropped drop dropping drops than instead off left leaving
    retired removed removes was were old formerly previously without abandoned ditched over isn't wasn't""".split()
)
"""Words before a value that say that it no longer holds: `from npm`, `not 8080`, `no longer Redis`."""
OLD_VALUE_AFTER = frozenset(
    "gone out retired longer anymore removed dropped replaced dead decommissioned before until → -> =>".split()
)
"""Words behind a value that say the same: `Redis is gone`, `8080 -> 9090`."""

DENIED_BEFORE = frozenset(
    """not no never don't dont without instead than from formerly previously old legacy avoid avoids was were until
    hate hates dislike dislikes love loves stop stopped dropped removed replaced replaces over versus vs""".split()
)
"""Words before a value in another memory: it does not rest on the value, but denies it or tells its history."""

SCOPE_WORDS = frozenset(
    """staging stage production prod dev development test testing ci local demo sandbox qa preview canary windows macos
    mac linux ios android web eu us asia""".split()
)
"""Where something holds. Two texts with different scopes do not rest on each other."""
SAME_SCOPE = {"prod": "production", "stage": "staging", "development": "dev", "testing": "test", "mac": "macos"}

COMMAND_STARTS = frozenset("run use using with via type call execute start do then and: via: run:".split())
"""Words before the name of a program."""

CALENDAR_WORDS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december morning evening noon midnight daily weekly monthly hourly nightly""".split()
)
"""Days, months and rhythms."""
