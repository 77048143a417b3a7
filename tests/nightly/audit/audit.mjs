/** Audits pages on an emulated phone: `node audit.mjs PORT URL…`, with the browser that listens on this port.
 *
 * Prints a line of JSON for each page: the speed of this machine while it was audited, the score of each category in
 * percent, and the audits that cost points. The browser keeps its cookies, so that tables can be audited. */
import lighthouse from "lighthouse";

const [port, ...urls] = process.argv.slice(2);
const COUNTED = ["binary", "numeric", "metricSavings"];

for (const url of urls) {
  const { lhr } = await lighthouse(url, { port: Number(port), disableStorageReset: true, logLevel: "error" });
  const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  const weighed = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id));
  const lost = Object.values(lhr.audits)
    .filter(({ id, score, scoreDisplayMode }) => weighed.includes(id) && COUNTED.includes(scoreDisplayMode) && score !== null && score < 1)
    .map(({ id, score, displayValue }) => `${id} ${score} ${displayValue ?? ""}`.trim());
  console.log(JSON.stringify({ speed: Math.round(lhr.environment.benchmarkIndex), scores, lost }));
}
