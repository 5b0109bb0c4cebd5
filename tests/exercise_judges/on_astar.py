"""Judges of the questions on A* and its variants."""

from __future__ import annotations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import manhattan, play_all, rows_of
from exercise_judges.records import children_of, f_of, listed, nodes_of, numbers, rows_of_node, waiting, yes_no

RULES = {"the oldest": "fifo", "the newest": "lifo", "the one with the least h": "low_h"}


def frontier(record: Record) -> list[tuple[int, int, int]]:
    return [(int(number), int(g), int(h)) for number, g, h in record["table"]["rows"]]


def choose(record: Record, rule: str) -> int:
    """Sort by f, then by the rule."""
    nodes = [(g + h, {"fifo": number, "lifo": -number, "low_h": h}[rule], number) for number, g, h in frontier(record)]
    return min(nodes)[2]


@judges("astar.f_of_child")
def f_of_child(record: Record) -> list[str]:
    given = record["given"]
    return [str(given["g"] + 1 + manhattan(play_all(rows_of(record), given["move"][0]), rows_of(record, 1)))]


@judges("astar.tie_oldest")
@judges("astar.tie_newest")
@judges("astar.tie_low_h")
def tie(record: Record) -> list[str]:
    rule = next(rule for words, rule in RULES.items() if words in record["text"])
    return [str(choose(record, rule))]


@judges("astar.which_rule")
def which_rule(record: Record) -> list[str]:
    return [words for words in record["choices"] if choose(record, RULES[words]) == record["given"]["node"]]


@judges("astar.fill_f")
def fill_f(record: Record) -> list[str]:
    assert all(node["f"] is None for node in record["tree"])
    return [listed([f_of(record, number) for number in sorted(nodes_of(record))])]


@judges("astar.fill_h")
def fill_h(record: Record) -> list[str]:
    assert all(node["h"] is None for node in record["tree"])
    return fill_f(record)


@judges("astar.next_in_tree")
def next_in_tree(record: Record) -> list[str]:
    best = min(waiting(record), key=lambda node: (node["g"] + node["h"], node["number"]))
    return [str(best["number"])]


@judges("astar.order")
def order(record: Record) -> list[str]:
    """Replay: of the nodes whose parent is expanded, the one with the least f, the oldest first."""
    nodes, done = nodes_of(record), [0]
    for _ in range(record["given"]["count"] - 1):
        known = [node for node in nodes.values() if node["number"] not in done and node["parent"] in done]
        done.append(min(known, key=lambda node: (node["g"] + node["h"], node["number"]))["number"])
    return [listed(done)]


@judges("astar.weighted")
def weighted(record: Record) -> list[str]:
    weight = record["given"]["weight"]
    return [str(sorted(frontier(record), key=lambda node: node[1] + weight * node[2])[0][0])]


@judges("astar.focal")
def focal(record: Record) -> list[str]:
    """By h, the first node whose f divided by the weight is not above the f of any node."""
    weight, nodes = record["given"]["weight"], frontier(record)
    for number, g, h in sorted(nodes, key=lambda node: (node[2], node[0])):
        if all((g + h) / weight <= other_g + other_h for _, other_g, other_h in nodes):
            return [str(number)]
    return []


@judges("astar.potential")
def potential(record: Record) -> list[str]:
    """The node that may cost the most times h and still be within the bound, by cross-multiplication."""
    weight, nodes = record["given"]["weight"], frontier(record)
    least = min(g + h for _, g, h in nodes)
    for number, g, h in nodes:
        if all((weight * least - g) * other_h >= (weight * least - other_g) * h for _, other_g, other_h in nodes):
            return [str(number)]
    return []


@judges("astar.estimates")
def estimates(record: Record) -> list[str]:
    """The three rules of the lesson: the least corrected h, else the least corrected f, else the least f."""
    weight = record["given"]["weight"]
    nodes = [[int(cell) for cell in row] for row in record["table"]["rows"]]
    limit = weight * min(g + h for _, g, h, _ in nodes)
    by_f = min(nodes, key=lambda node: node[1] + node[3])
    near = [node for node in nodes if node[1] + node[3] <= weight * (by_f[1] + by_f[3])]
    for node in (min(near, key=lambda node: node[3]), by_f):
        if node[1] + node[3] <= limit:
            return [str(node[0])]
    return [str(min(nodes, key=lambda node: node[1] + node[2])[0])]


@judges("astar.pair")
def pair(record: Record) -> list[str]:
    """The least length that no path contradicts: from a node to its target, and from one node to the other."""
    g, h, other_g, other_h = (record["given"][name] for name in ("g", "h", "other_g", "other_h"))
    return [str(next(n for n in range(100) if n - g >= h and n - other_g >= other_h and n - g - other_g >= 1))]


@judges("astar.next_weight")
def next_weight(record: Record) -> list[str]:
    given = record["given"]
    factor = min(given["weight"], given["length"] / given["least"])
    return [f"{max(1, factor - given['step']):.4f}"]


@judges("astar.weighted_bound")
def weighted_bound(record: Record) -> list[str]:
    """The least length that, multiplied by the weight, is not less than what was found."""
    given = record["given"]
    return [str(next(n for n in range(1, 100) if n * given["weight"] >= given["length"]))]


@judges("astar.improve")
def improve(record: Record) -> list[str]:
    given = record["given"]
    return [str(min(given["old"], given["parent"] + 1) + given["h"])]


@judges("astar.path")
def path(record: Record) -> list[str]:
    """Down from the root: the child below which the goal is."""
    nodes = nodes_of(record)

    def down(number: int) -> list[int]:
        if manhattan(rows_of_node(nodes[number])) == 0:
            return [number]
        for child in children_of(record, number):
            if rest := down(child):
                return [number, *rest]
        return []

    return [listed(down(0))]


JUDGES.update(
    {
        "astar.next": lambda record: [str(choose(record, "fifo"))],
        "astar.greedy": lambda record: [str(sorted(frontier(record), key=lambda node: node[2])[0][0])],
        "astar.stop": lambda record: yes_no(all(f >= record["given"]["goal"] for f in numbers(record, "others"))),
        "astar.surely": lambda record: [str(len([f for f in numbers(record) if f < record["given"]["cost"]]))],
    }
)
