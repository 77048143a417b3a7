// The simulated players: node people.mjs SERVER PORT TABLES SECONDS PACE WARM, with SERVER ours, boardgame or
// colyseus. Four players sit at each table, and draw from the pile and discard in turn. The next one moves once all
// four have received the last move. PACE is the number of seconds between moves at a table, or 0 for as fast as
// possible. For WARM seconds, all play as fast as possible, so that hot code is compiled. Then the program prints
// "ready". For every line on its input, it plays and prints the measurements.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { io } from "socket.io-client";
import WebSocket from "ws";
import { SEATS } from "./cards.mjs";

const colyseus = createRequire(import.meta.url)("colyseus.js");

const [server, ...numbers] = process.argv.slice(2);
const [port, tables, seconds, pace, warm] = numbers.map(Number);
const base = `http://127.0.0.1:${port}`;
const lines = createInterface({ input: process.stdin });

/** A table: the latest message to each of the four, and a promise for the next move. */
class Table {
  seen = Array.from({ length: SEATS }, () => ({ seq: -1 }));
  delays = [];
  wanted = 0;
  done = () => {};

  /** Record a message to `reader`: `seat` is to act, has `drawn`, and holds `hand` if it is the reader. */
  told(reader, seen) {
    this.seen[reader] = seen;
    if (this.seen.every(({ seq }) => seq >= this.wanted)) this.done();
  }

  reach(seq) {
    return new Promise((resolve) => {
      this.wanted = seq;
      this.done = resolve;
      if (this.seen.every((each) => each.seq >= seq)) resolve();
    });
  }

  async move() {
    const { seat, seq } = this.seen[0];
    const { drawn, hand } = this.seen[seat];
    const begun = performance.now();
    this.say(seat, seq, drawn ? hand[0] : null);
    await this.reach(seq + 1);
    this.delays.push(performance.now() - begun);
  }
}

async function ours() {
  const table = new Table();
  const headers = { "Content-Type": "application/json", Origin: base };
  const post = async (path, body) => {
    const asked = { method: "POST", headers, body: JSON.stringify(body) };
    let answer = await fetch(base + path, asked);
    for (let again = 0; answer.status === 503 && again < 20; again += 1) {
      await new Promise((wake) => setTimeout(wake, 100)); // it is busy and asks to try again
      answer = await fetch(base + path, asked);
    }
    if (!answer.ok) throw new Error(await answer.text());
    return [await answer.json(), answer.headers.get("set-cookie").split(";")[0]];
  };
  const [made, host] = await post("/api/tables", { game: "quiddler", name: "A", seats: SEATS });
  const cookies = [host];
  while (cookies.length < SEATS) {
    const wish = { name: "B", table: made.table, secret: made.invite };
    cookies.push((await post("/api/join", wish))[1]);
  }
  const url = `ws://127.0.0.1:${port}/ws/${made.table}`;
  const sockets = cookies.map(
    (Cookie) => new WebSocket(url, { headers: { Cookie, Origin: base }, perMessageDeflate: false }),
  );
  sockets.forEach((socket, reader) => {
    socket.on("message", (frame) => {
      const message = JSON.parse(frame);
      if (message.type === "refused") throw new Error(String(frame));
      if (message.type !== "update" || message.to_act.length === 0) return;
      const { view, seq } = message;
      const [seat] = message.to_act;
      const hand = Array.isArray(view.hands[reader]) ? view.hands[reader] : view.hands[reader].cards;
      table.told(reader, { seq, seat, drawn: view.phase.type === "acting", hand });
    });
  });
  await Promise.all(sockets.map((socket) => new Promise((open) => socket.once("open", open))));
  table.say = (seat, head, card) => {
    const action = card ? { type: "discard", card } : { type: "draw", source: "pile" };
    sockets[seat].send(JSON.stringify({ type: "act", id: `m${head}`, head, action }));
  };
  sockets[0].send(JSON.stringify({ type: "begin", id: "b", fill: null }));
  await table.reach(1);
  return table;
}

async function boardgame(number) {
  const table = new Table();
  const match = `m${number}`;
  const sockets = [];
  for (let reader = 0; reader < SEATS; reader += 1) {
    const socket = io(`${base}/table`, { transports: ["websocket"], forceNew: true });
    const told = ({ _stateID, G, ctx }) => {
      const { hand } = G.players[reader];
      table.told(reader, { seq: _stateID, seat: Number(ctx.currentPlayer), drawn: G.drawn, hand });
    };
    socket.on("sync", (_, { state }) => told(state));
    socket.on("update", (_, state) => told(state));
    await new Promise((open) => socket.on("connect", open));
    socket.emit("sync", match, String(reader), undefined, SEATS);
    sockets.push(socket);
    if (reader === 0) await new Promise((synced) => socket.once("sync", synced));
  }
  table.say = (seat, stateID, card) => {
    const [type, args] = card ? ["discard", [card]] : ["draw", []];
    const payload = { type, args, playerID: String(seat) };
    sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, stateID, match, String(seat));
  };
  await table.reach(0);
  return table;
}

async function colyseusTable() {
  const table = new Table();
  const client = new colyseus.Client(`ws://127.0.0.1:${port}`);
  const rooms = [];
  const hands = [];
  for (let reader = 0; reader < SEATS; reader += 1) {
    const room = reader ? await client.joinById(rooms[0].roomId) : await client.create("table");
    room.onMessage("hand", (hand) => {
      hands[reader] = hand;
    });
    room.onStateChange(({ seq, seat, drawn }) => {
      if (seq > 0) table.told(reader, { seq, seat, drawn, hand: hands[reader] });
    });
    rooms.push(room);
  }
  table.say = (seat, _, card) => (card ? rooms[seat].send("discard", card) : rooms[seat].send("draw"));
  await table.reach(1);
  return table;
}

const sit = { ours, boardgame, colyseus: colyseusTable }[server];
const all = [];
// Open ten at a time: a server rejects an address with too many silent connections.
while (all.length < tables) {
  const some = Array.from({ length: Math.min(10, tables - all.length) }, (_, n) => all.length + n);
  all.push(...(await Promise.all(some.map(sit))));
}

/** Play at all tables for `seconds`. Return the seconds it took. */
async function play(seconds, pace) {
  const begun = performance.now();
  const until = begun + 1000 * seconds;
  await Promise.all(
    all.map(async (table, number) => {
      let due = begun + (1000 * pace * number) / tables;
      while (Math.max(due, performance.now()) < until) {
        const rest = due - performance.now();
        if (rest > 0) await new Promise((wake) => setTimeout(wake, rest));
        await table.move();
        due += 1000 * pace;
      }
    }),
  );
  return (performance.now() - begun) / 1000;
}

await play(warm, 0);
console.log("ready");
for await (const _ of lines) {
  for (const table of all) table.delays.length = 0;
  const took = await play(seconds, pace);
  const delays = all.flatMap((table) => table.delays).sort((one, other) => one - other);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  console.log(JSON.stringify({ moves: delays.length, took, p50: at(0.5), p99: at(0.99) }));
}
process.exit(0);
