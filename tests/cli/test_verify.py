"""Whatever of a stored match does not follow makes `arena verify` fail in one line."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.filling import completed, fill, forfeited, tournament, void


@pytest.mark.parametrize("make", [completed, forfeited, void])
def test_honest_match_holds(arena, path, make):
    (match_id,) = fill(path, tournament(), make)
    done = arena("verify", match_id, "--db", path)
    assert (done.code, done.err) == (0, "")
    assert "holds" in done.out


@pytest.mark.parametrize(
    ("make", "statement", "words"),
    [
        (completed, "update matches set status = 'void'", "its status is stored as void; its legs say completed"),
        (completed, "update matches set status = 'won'", "'won' is not a valid Status"),
        (completed, "update matches set reason = 'bad luck'", "its reason is stored as bad luck"),
        (completed, "update matches set hand_count = 5", "its hand count is stored as 5"),
        (completed, "update matches set match_id = '0123456789ab'", "its id does not follow"),
        (completed, "update matches set pairing = '1-0'", "does not follow from the run's master and the players"),
        (completed, "update matches set deal_count = 4", "number of deals"),
        (completed, "update legs set status = 'won' where leg = 1", "'won' is not a valid Status"),
        (completed, "update legs set status = 'forfeited' where leg = 1", "does not go with who forfeited it"),
        (completed, "update legs set reason = 'a: left' where leg = 1", "does not go with its reason"),
        (completed, "update legs set incidents = '[0,0,0]' where leg = 1", "counts incidents of 3 players"),
        (forfeited, "update matches set status = 'completed'", "its status is stored as completed; its legs say forfeited"),
        (forfeited, "update legs set forfeiter = null", "does not go with who forfeited it"),
        (forfeited, "update legs set forfeiter = 7", "forfeited by player 7"),
        (forfeited, "update legs set forfeiter = 0 where leg = 1", "blocks are not the sums"),
        (forfeited, "update legs set reason = ''", "does not go with its reason"),
        (completed, "update matches set cause = 'flag'", "its cause is stored as flag; its legs say none"),
        (completed, "update legs set cause = 'flag' where leg = 1", "leg 1 is completed, which does not go with its cause 'flag'"),
        (forfeited, "update matches set cause = ''", "its cause is stored as none; its legs say exited"),
        (forfeited, "update matches set cause = 'gone'", "its cause is stored as gone; its legs say exited"),
        (forfeited, "update legs set cause = 'organiser'", "leg 0 is forfeited, which does not go with its cause 'organiser'"),
        (forfeited, "update legs set cause = 'bored'", "'bored' is not a valid Cause"),
        (void, "update legs set cause = 'exited'", "leg 0 is void, which does not go with its cause 'exited'"),
        (completed, "update blocks set luck = null", "blocks are not the sums"),
        (
            forfeited,
            "update legs set status = 'completed', forfeiter = null, reason = '', cause = ''",
            "0 of 3 hands are stored, though it was completed",
        ),
    ],
)
def test_changed_match_fails_in_one_line(arena, path, make, statement, words):
    (match_id,) = fill(path, tournament(), make)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
        (match_id,) = connection.execute("select match_id from matches").fetchone()
    done = arena("verify", match_id, "--db", path)
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert words in done.err
