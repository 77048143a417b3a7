// Draw and discard on boardgame.io: node boardgame.mjs PORT [FOLDER]. FlatFile stores the games in FOLDER, if given.

import { createRequire } from "node:module";
import { deck, HAND, SEATS } from "./cards.mjs";

const require = createRequire(import.meta.url);
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");
const { FlatFile, Origins, Server } = require("boardgame.io/server");

const [port, folder] = process.argv.slice(2);

const table = {
  name: "table",
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,
  setup({ random }) {
    const pile = random.Shuffle(deck());
    const players = {};
    for (let seat = 0; seat < SEATS; seat += 1) players[seat] = { hand: pile.splice(-HAND) };
    return { secret: { pile }, under: pile.length, discards: [], drawn: false, players };
  },
  moves: {
    draw: {
      client: false,
      move({ G, playerID, random }) {
        if (G.drawn) return INVALID_MOVE;
        if (G.secret.pile.length === 0) {
          G.secret.pile = random.Shuffle(G.discards.splice(0));
        }
        G.players[playerID].hand.push(G.secret.pile.pop());
        G.under = G.secret.pile.length;
        G.drawn = true;
      },
    },
    discard: {
      client: false,
      move({ G, playerID, events }, card) {
        const { hand } = G.players[playerID];
        const place = hand.indexOf(card);
        if (!G.drawn || place < 0) return INVALID_MOVE;
        hand.splice(place, 1);
        G.discards.push(card);
        G.drawn = false;
        events.endTurn();
      },
    },
  },
};

const db = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
const server = Server({ games: [table], origins: [Origins.LOCALHOST], ...db });
const listen = server.app.listen.bind(server.app);
server.app.listen = (at, done) => listen(at, "127.0.0.1", done); // by default it listens on all interfaces
await server.run(Number(port));
