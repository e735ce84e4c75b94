"""Where things stand in a drawing, as numbers; the templates make SVG of them.

Horizontal places are per cent of the drawing's width, so a chart fits any screen without a script.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_LEAST_SPAN, _MARGIN, _MOST_STEPS = 1.0, 0.04, 5.5
_MOST_POINTS = 400


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale."""

    at: float
    value: float
    major: bool
    """Every second one, zero among them: labelled even where there is little room."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A score and its interval."""

    at: float
    low: float | None
    """None while there is no interval."""
    high: float | None


@dataclass(frozen=True, slots=True)
class ErrorBars:
    """Bars on one scale."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    zero: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line through a series, in a drawing of 100 by 100 with the first number at the left."""

    points: str
    """As an SVG polyline takes them."""
    last: float
    """The last number of the series."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Series on one scale."""

    lines: tuple[Line, ...]
    low: float
    high: float
    zero: float
    """Per cent from the top."""


def error_bars(rows: Sequence[tuple[float, float | None, float | None]], *, from_zero: bool = False) -> ErrorBars:
    """Bars for rows of (score, low, high); zero is always on the scale, and at its left end where nothing is below it."""
    numbers = [0.0, *(number for row in rows for number in row if number is not None)]
    low, high = _bounds([max(0.0, number) for number in numbers], from_zero=True) if from_zero else _bounds(numbers)
    margin = (high - low) * _MARGIN
    low, high = low - margin, high + margin

    def at(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    least = 0.0 if from_zero else -math.inf
    bars = tuple(Bar(at(score), None if a is None else at(max(a, least)), None if b is None else at(b)) for score, a, b in rows)
    ticks = tuple(Tick(at(value), value, major) for value, major in _round_numbers(low, high) if value >= least)
    return ErrorBars(bars, ticks, at(0.0))


def lines(series: Sequence[Sequence[float]]) -> Lines:
    """Lines for series of equal length, each beginning at its first number; long ones are thinned."""
    low, high = _bounds([0.0, *(number for one in series for number in one)])

    def down(value: float) -> float:
        return round(100 * (high - value) / (high - low), 2)

    return Lines(tuple(Line(_points([down(value) for value in one]), one[-1] if one else 0.0) for one in series), low, high, down(0.0))


def _points(heights: Sequence[float]) -> str:
    last = max(1, len(heights) - 1)
    step = max(1, math.ceil(len(heights) / _MOST_POINTS))
    kept = sorted({*range(0, len(heights), step), len(heights) - 1}) if heights else []
    return " ".join(f"{100 * index / last:.2f},{heights[index]}" for index in kept)


def _bounds(numbers: Iterable[float], *, from_zero: bool = False) -> tuple[float, float]:
    found = list(numbers)
    low, high = min(found), max(found)
    if high - low >= _LEAST_SPAN:
        return low, high
    return (low, low + _LEAST_SPAN) if from_zero else (low - _LEAST_SPAN / 2, high + _LEAST_SPAN / 2)


def _round_numbers(low: float, high: float) -> list[tuple[float, bool]]:
    """Three to six round numbers between two bounds, and whether each is an even multiple of the step."""
    least = (high - low) / _MOST_STEPS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
    return [(step * index + 0.0, index % 2 == 0) for index in range(math.ceil(low / step), math.floor(high / step) + 1)]
