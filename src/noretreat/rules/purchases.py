"""Purchases (chapter 5.4): those that the enemy cancels (07A, 31S), or that are not paid for, are taken back.

What is paid at once stands on the stack until then; what is paid at the end of the phase is kept in `state.unpaid`.
"""

from __future__ import annotations

from noretreat.core import events
from noretreat.core.board import BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.boxes import RAIL, TRACK
from noretreat.core.kernel import call
from noretreat.core.records import Bought
from noretreat.core.state import State
from noretreat.core.types import NO_NODE, NO_UNIT, Node, Place, SideIndex, UnitIndex
from noretreat.rules import calendar, windows
from noretreat.rules.windows import Answerable, Window

STEP, FLIP, RAIL_MOVE, MARKER, COUNTERBLOW, CLEARING = "step", "flip", "rail", "marker", "counterblow", "clearing"
"""Kinds of purchases; the enemy can cancel only a replacement, an improvement or an upgrade."""


class Purchase(Answerable, frozen=True, gc=False, kw_only=True):
    """Something was just done to a counter or hex; this records how it was before."""

    STAGES = ("answer", "settle")
    kind: str
    unit: UnitIndex = NO_UNIT
    place: Place = Place(0)
    """Where the unit was; for a counterblow or a rebuilt city, the hex."""
    face: int = 0
    cadre: UnitIndex = NO_UNIT
    """The cadre that was used up for the unit."""
    cadre_unsupplied: bool = False
    """The cadre had an Unsupplied marker, which left the map with it."""
    cadre_disorganized: bool = False
    """The cadre had a Disorganized marker."""
    disorganized: bool = False
    """The unit had a Disorganized marker itself."""
    took: bool = False
    """The unit took its new hex from the enemy."""
    fresh: bool = False
    """That hex had changed hands before in this player turn."""
    works: bool = False
    """Works stood in it, which the unit trampled."""
    unpulled: tuple[int, ...] = ()
    """The triggers of the calendar that nothing had pulled."""

    def answer(self, state: State) -> None:
        """Lets the enemy cancel a step, and nothing else."""
        if self.kind == STEP and not self.cancelled:
            windows.open_window(state, Window.REACT, ENEMY[self.side])

    def settle(self, state: State) -> None:
        """Puts everything back if it was cancelled."""
        if self.cancelled:
            _take_back(state, self)
            _forget(state, self)


def remember(state: State, unit: UnitIndex, kind: str, cadre: UnitIndex = NO_UNIT, to: Node = NO_NODE) -> None:
    """Records a counter as it is, before something is done with it: `as_it_is`."""
    call(state, as_it_is(state, unit, kind, cadre, to))


def as_it_is(state: State, unit: UnitIndex, kind: str, cadre: UnitIndex = NO_UNIT, to: Node = NO_NODE) -> Purchase:
    """Return a purchase that records a counter as it is now, the cadre it will use up, and the hex it will enter (-1:
    none).
    """
    side = state.info(unit).side
    return Purchase(
        side,
        kind=kind,
        unit=unit,
        place=state.where[unit],
        face=state.face[unit],
        cadre=cadre,
        cadre_unsupplied=cadre >= 0 and bool(state.unsupplied >> cadre & 1),
        cadre_disorganized=cadre >= 0 and bool(state.disorganized >> cadre & 1),
        disorganized=bool(state.disorganized >> unit & 1),
        took=to >= 0 and bool(state.control(ENEMY[side]) >> to & 1),
        fresh=to >= 0 and bool(state.captured >> to & 1),
        works=to >= 0 and side == SOVIET and bool(state.works >> to & 1),
        unpulled=tuple(index for index, turn in enumerate(state.triggers) if to >= 0 and side == SOVIET and not turn),
    )


def remember_hex(state: State, side: SideIndex, node: Node, kind: str) -> None:
    """Records that something was done in a hex."""
    call(state, Purchase(side, kind=kind, place=node))


def step_taken(state: State, side: SideIndex) -> bool:
    """True if this side has just made a replacement, improvement or upgrade that can still be cancelled."""
    found = windows.pending(state)
    return isinstance(found, Purchase) and found.kind == STEP and found.side == side and not found.cancelled


def can_take_back(state: State) -> bool:
    """True if what is being paid for can be taken back."""
    return isinstance(windows.pending(state), Purchase)


# --- what is paid at the end of the phase (ORG-15) --------------------------------------------------------
def keep(state: State, purchase: Purchase, price: int = 0, replacing: bool = False) -> None:
    """Keeps how a counter was before what is done with it now, until the bill of the phase is paid."""
    names = set(Bought.__struct_fields__) & set(Purchase.__struct_fields__)
    before = {name: getattr(purchase, name) for name in names}
    state.unpaid = (*state.unpaid, Bought(**before, price=price, replacing=replacing))


def _forget(state: State, purchase: Purchase) -> None:
    """The enemy has canceled a step: it is still owed, but cannot be taken back any more (07A, 31S)."""
    if state.unpaid and _same(state.unpaid[-1], purchase):
        state.unpaid = state.unpaid[:-1]


def _same(bought: Bought, purchase: Purchase) -> bool:
    """True if this is the record of that purchase."""
    return all(getattr(bought, name) == getattr(purchase, name) for name in ("kind", "unit", "place", "face"))


def returnable(state: State) -> dict[UnitIndex, tuple[Bought, ...]]:
    """Units of which something that costs cards can be taken back -> what then goes, the newest first: the last thing
    bought for the unit, and what was done with it or its cadre later.
    """
    found = {}
    for place, bought in enumerate(state.unpaid):
        if bought.price:
            found[bought.unit] = _with_later(state, place)
    return {unit: going for unit, going in found.items() if _can_return(state, going)}


def _with_later(state: State, place: int) -> tuple[Bought, ...]:
    """A purchase and the later ones that build upon it, the newest first."""
    first = state.unpaid[place]
    going, touched = [first], {first.unit, first.cadre} - {-1}
    for later in state.unpaid[place + 1 :]:
        if touched & {later.unit, later.cadre}:
            going.append(later)
            touched |= {later.unit, later.cadre} - {-1}
    return tuple(reversed(going))


def _can_return(state: State, going: tuple[Bought, ...]) -> bool:
    """True if the counters are still where this purchase left them. An event can have moved them since."""
    where = {bought.unit: state.where[bought.unit] for bought in going}
    for bought in going:
        here = where[bought.unit]
        if here != RAIL if bought.kind == RAIL_MOVE else here < 0:
            return False
        if bought.cadre >= 0 and state.where[bought.cadre] != TRACK:
            return False
        where[bought.unit] = bought.place
    return True


def return_last(state: State, unit: UnitIndex) -> None:
    """Takes back the last thing bought for a unit, with what builds upon it: nothing more is owed for it."""
    going = returnable(state)[unit]
    for bought in going:
        _take_back(state, bought)
        state.bill -= bought.price
        if bought.replacing:
            state.bill_replacing -= bought.price
    # Cards that were paid stay paid: they count for what remains, and are not handed back.
    state.bill = max(0, state.bill)
    state.bill_replacing = min(max(0, state.bill_replacing), state.bill)
    gone = set(map(id, going))
    state.unpaid = tuple(bought for bought in state.unpaid if id(bought) not in gone)


def _take_back(state: State, before: Purchase | Bought) -> None:
    """Puts everything back as it was; cards already paid stay paid."""
    if before.kind == COUNTERBLOW:
        state.counterblows &= ~(1 << before.place)
        state.paid_counterblows &= ~(1 << before.place)
    elif before.kind == CLEARING:
        state.scorched |= 1 << before.place
    elif before.kind == MARKER:
        state.disorganized |= 1 << before.unit
        if before.cadre >= 0:
            _restore_cadre(state, before, state.where[before.unit])
    else:
        _restore_counter(state, before)
    state.emit(events.TakenBack(*_names(before)))


def _restore_counter(state: State, before: Purchase | Bought) -> None:
    """Puts the counter back where it was, on the face it showed."""
    bit = 1 << before.unit
    if before.kind == RAIL_MOVE:
        state.moved &= ~bit
        state.entrained -= 1
    node = state.where[before.unit]
    if before.kind == RAIL_MOVE or before.place < 0:  # an event may have moved another since it was bought
        state.disorganized = state.disorganized | bit if before.disorganized else state.disorganized & ~bit
        state.moved &= ~bit
        state.put(before.unit, before.place)
        state.replaced &= ~bit
        if node >= 0:
            _undo_arrival(state, before, Node(node))
    if before.cadre >= 0:
        _restore_cadre(state, before, node)
    state.turn_over(before.unit, before.face)


def _undo_arrival(state: State, before: Purchase | Bought, node: Node) -> None:
    """Takes back what followed from the unit's coming (12.7.1, 13.5), unless others of its side now stand there."""
    # RULING (C-136): what is undone has not happened.
    bit, side = 1 << node, BOARD.units[before.unit].side
    if not state.occupied(side) & bit:
        if before.took:
            state.axis_control ^= bit
            state.soviet_control ^= bit
            state.emit(events.ControlChanged(BOARD.id_of[node], SIDES[ENEMY[side]]))
            if not before.fresh:
                state.captured &= ~bit
        if before.works:
            state.works |= bit
    for trigger in before.unpulled:
        calendar.unpull(state, trigger)


def _restore_cadre(state: State, before: Purchase | Bought, node: Place) -> None:
    """Puts the cadre that was used up back into its hex, with the markers that it had."""
    state.put(before.cadre, node)
    bit = 1 << before.cadre
    if before.cadre_disorganized:
        state.disorganized |= bit
    if before.cadre_unsupplied:
        state.mark_unsupplied(state.unsupplied | bit)


def _names(before: Purchase | Bought) -> tuple[str | None, str | None]:
    """The counter or the hex, for the log."""
    if before.unit >= 0:
        return BOARD.unit_ids[before.unit], None
    return None, BOARD.place_id(before.place)
