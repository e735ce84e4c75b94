// Which seats play the hands of a leg, in what order, and with what chips. Written from "A hand" in rules.md.
//
// The button of hand i is seat i mod n. Where stacks are carried from hand to hand, everyone
// begins with the starting stack and the button at seat 0; a player without chips is out, and the button moves to the next still in.

export class Seats {
  constructor(rules, count) {
    this.carried = rules.stacks === "carry";
    this.stacks = Array(count).fill(rules.all_in ? rules.starting_stack : Infinity); // by seat
    this.button = 0;
    this.inHand = []; // the seat of every position
  }

  /** Sit down for a hand. */
  begin(handNumber) {
    const count = this.stacks.length;
    if (!this.carried) this.button = handNumber % count;
    const clockwise = this.stacks.map((_, step) => (this.button + 1 + step) % count);
    this.inHand = clockwise.filter((seat) => this.stacks[seat] > 0);
  }

  /** Take what the hand left. */
  end(netByPosition) {
    if (!this.carried) return;
    this.inHand.forEach((seat, position) => (this.stacks[seat] += netByPosition[position]));
    this.button = this.inHand.find((seat) => this.stacks[seat] > 0);
  }

  /** Whether one player holds every chip, so that there are no more hands. */
  get decided() {
    return this.carried && this.stacks.filter((stack) => stack > 0).length === 1;
  }

  /** A list by seat, from a function of the position; seats that are out get `absent`. */
  bySeat(ofPosition, absent) {
    return this.stacks.map((_, seat) => {
      const position = this.inHand.indexOf(seat);
      return position < 0 ? absent : ofPosition(position);
    });
  }
}
