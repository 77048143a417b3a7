/** A moment of joy: petals fly up from the middle of the table, fall and disappear. */

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = ["#a63b0d", "#1f33ab", "#f5f593", "#23b46b", "#ff9bea", "#f2b705"] as const;
const PETALS = 36;
const FLIGHT_MS = 1100;

export function scatter(place: SVGElement): void {
  const petals = Array.from({ length: PETALS }, (_, at) => {
    const petal = document.createElementNS(SVG, "path");
    petal.setAttribute("d", "M0 -8Q9 0 0 8Q-9 0 0 -8Z");
    petal.setAttribute("fill", COLOURS[at % COLOURS.length] ?? "");
    petal.setAttribute("stroke", "#14202b");
    return petal;
  });
  place.replaceChildren(...petals);
  const flights = petals.map((petal, at) => {
    const angle = (2 * Math.PI * at) / PETALS;
    const x = Math.cos(angle) * (120 + 170 * Math.random());
    const y = Math.sin(angle) * 60 - 90 - 60 * Math.random();
    const turn = 360 * (Math.random() - 0.5);
    return petal.animate(
      [
        { transform: "translate(0, 0) scale(0.4)", opacity: 1 },
        { transform: `translate(${x * 0.8}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: 0.55, easing: "ease-in" },
        { transform: `translate(${x}px, ${y + 150}px) rotate(${2 * turn}deg)`, opacity: 0 },
      ],
      { duration: FLIGHT_MS, easing: "ease-out", fill: "both" },
    );
  });
  void Promise.allSettled(flights.map((flight) => flight.finished)).then(() => place.replaceChildren());
}
