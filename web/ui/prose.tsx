/** Renders the subset of Markdown that rules use: paragraphs, lists, tables, `code`, **strong**, *emphasis*. */
import type { ComponentChildren } from "preact";

export function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text.split(/\n\s*\n/).map((block, at) => (
        <Block key={at} lines={block.split("\n").filter((line) => line.trim() !== "")} />
      ))}
    </div>
  );
}

function Block({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  if (lines.every((line) => line.startsWith("|"))) return <Rows lines={lines} />;
  if (/^\s*([-*]|\d+\.)\s/.test(lines[0] ?? "")) return <Items lines={lines} />;
  return <p>{inline(lines.join(" "))}</p>;
}

function Items({ lines }: { readonly lines: readonly string[] }) {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item) items.push(item[1] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return (
    <ul>
      {items.map((item, at) => (
        <li key={at}>{inline(item)}</li>
      ))}
    </ul>
  );
}

function Rows({ lines }: { readonly lines: readonly string[] }) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return (
    <table>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>{row.map((cell, column) => (at === 0 ? <th key={column}>{inline(cell)}</th> : <td key={column}>{inline(cell)}</td>))}</tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(text: string): ComponentChildren {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((part, at) => {
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={at}>{part.slice(2, -2)}</strong>;
    if (part.startsWith("*") && part.length > 2) return <em key={at}>{part.slice(1, -1)}</em>;
    return part;
  });
}
