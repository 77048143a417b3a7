// Draw and discard on Colyseus: node colyseus.mjs PORT. Every client receives the patch after each move.

import { createRequire } from "node:module";
import { deck, HAND, SEATS, shuffled } from "./cards.mjs";

const require = createRequire(import.meta.url);
const { Room, Server } = require("@colyseus/core");
const { ArraySchema, defineTypes, Schema } = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");

class Table extends Schema {
  constructor() {
    super();
    this.seq = 0;
    this.seat = 0;
    this.drawn = false;
    this.under = 0;
    this.discards = new ArraySchema();
  }
}
defineTypes(Table, {
  seq: "uint32",
  seat: "uint8",
  drawn: "boolean",
  under: "uint8",
  discards: ["string"],
});

class TableRoom extends Room {
  maxClients = SEATS;
  autoDispose = true;
  seats = [];
  hands = [];

  onCreate() {
    this.patchRate = null;
    this.setPatchRate(null);
    this.setState(new Table());
    this.pile = shuffled(deck());
    this.hands = Array.from({ length: SEATS }, () => this.pile.splice(-HAND));
    this.onMessage("draw", (client) => this.draw(client));
    this.onMessage("discard", (client, card) => this.discard(client, card));
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
    if (this.seats.length === SEATS) {
      for (const each of this.clients) this.tell(each);
      this.state.seq = 1;
      this.broadcastPatch();
    }
  }

  /** Send a hand only to its owner. */
  tell(client) {
    client.send("hand", this.hands[this.seats.indexOf(client.sessionId)]);
  }

  draw(client) {
    const { state } = this;
    if (this.seats[state.seat] !== client.sessionId || state.drawn) return;
    if (this.pile.length === 0) {
      this.pile = shuffled([...state.discards]);
      state.discards.clear();
    }
    this.hands[state.seat].push(this.pile.pop());
    state.under = this.pile.length;
    state.drawn = true;
    this.told(client);
  }

  discard(client, card) {
    const { state } = this;
    const hand = this.hands[state.seat];
    const place = hand.indexOf(card);
    if (this.seats[state.seat] !== client.sessionId || !state.drawn || place < 0) return;
    hand.splice(place, 1);
    state.discards.push(card);
    state.drawn = false;
    state.seat = (state.seat + 1) % SEATS;
    this.told(client);
  }

  told(client) {
    this.tell(client);
    this.state.seq += 1;
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("table", TableRoom);
await server.listen(Number(process.argv[2]), "127.0.0.1");
