#!/usr/bin/env python3
"""Writes a CSV file of sales with mixed columns, always the same for a number of rows: make_sales.py ROWS FILE."""

import datetime
import random
import sys

CUSTOMERS = [
    "Müller & Söhne", "Peña y Ibáñez, A Coruña", "Smith Ltd", "株式会社さくら商店", "北京茶叶有限公司",
    'The "Old" Mill', "Ødegård AS", "Brown and Daughters", "Café de la Gare", "Kowalski i Wspólnicy",
]
ARTICLES = ["Walnut desk", "Desk lamp, brass", "Filing cabinet", "急須セット", "Mantel de lino", "Chair"]
REGIONS = ["North", "South", "East", "West", "Overseas"]
STATES = ["open", "paid", "paid", "paid", "overdue"]
NOTES = ["", "", "", "call before delivery", "gift", "deliver to the back door", 'marked "fragile"']
FIRST_DAY = datetime.date(2020, 1, 1)


def field(text):
    """Quotes a field if RFC 4180 requires it."""
    return '"' + text.replace('"', '""') + '"' if '"' in text or "," in text else text


def make(rows, path):
    """Writes a header and a number of rows."""
    choice = random.Random(20260917)
    days = [(FIRST_DAY + datetime.timedelta(days=day)).isoformat() for day in range(2200)]
    texts = [[field(text) for text in texts] for texts in (CUSTOMERS, ARTICLES, REGIONS, STATES, NOTES)]
    customers, articles, regions, states, notes = texts
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("order,date,customer,region,article,quantity,price,status,note\n")
        for number in range(rows):
            draw = choice.getrandbits(60)
            cents = draw % 500_000
            file.write(
                f"A-{number + 1000},{days[draw % 2200]},{customers[(draw >> 8) % 10]},"
                f"{regions[(draw >> 16) % 5]},{articles[(draw >> 24) % 6]},{(draw >> 32) % 500 + 1},"
                f"{cents // 100}.{cents % 100:02},{states[(draw >> 40) % 5]},{notes[(draw >> 48) % 7]}\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: make_sales.py ROWS FILE")
    make(int(sys.argv[1]), sys.argv[2])
