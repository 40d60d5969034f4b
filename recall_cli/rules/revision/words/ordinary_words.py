"""Names of products that are ordinary words too: a comparison needs these, and not the table of all products."""

ORDINARY_WORDS = frozenset(
    (
        "actions alpine amazon ant arch arrow atlas atom beam black box buck bun c canvas chef chi compose "
        "concourse context craft crystal dart docs doppler drive drone echo edge effector element ember feast "
        "fetch fiber flow flux fly foundation front ghost git glue go goose hap hatch heap height helm hypothesis "
        "icinga just knockout lambda less linear mage make manual matrix medusa meet metal mode nano nose outline "
        "phoenix pick plane play plot postmark puma puppet pyre r rake remix render requests rocket rush rye sage "
        "salt segment seq shortcut signal slate solid split spring square standard step stitch store storyblok "
        "stripe swift task teams tempo temporal thanos threads turbo vault vector visa ward web x zed"
    ).split()
)
"""Names of products that are ordinary words too; they count as names only with a capital letter."""
