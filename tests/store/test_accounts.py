"""Accounts of remote bots, and of organisers."""

import pytest

from arena.dealer.ports import Account, hash_token
from arena.errors import ConfigError, NoRecord
from tests.store.storing import NOON


def test_accounts_come_back_by_name_and_by_token(database):
    database.add_account("eve/bot", "eve", hash_token("one"))
    database.add_account("ada/office", "ada", hash_token("two"), organiser=True)
    bot, office = Account("eve/bot", "eve", NOON, None), Account("ada/office", "ada", NOON, None, organiser=True)
    assert database.accounts() == (office, bot)
    assert (database.find_account(hash_token("one")), database.find_account(hash_token("two"))) == (bot, office)
    assert database.find_account(hash_token("three")) is None


def test_a_revoked_account_is_kept_and_its_name_stays_taken(database):
    database.add_account("ada/office", "ada", hash_token("one"), organiser=True)
    database.revoke_account("ada/office")
    assert database.find_account(hash_token("one")) == Account("ada/office", "ada", NOON, NOON, organiser=True)
    with pytest.raises(ConfigError, match="already a bot called 'ada/office'"):
        database.add_account("ada/office", "ada", hash_token("two"))
    with pytest.raises(NoRecord, match="no bot called 'eve/bot'"):
        database.revoke_account("eve/bot")
