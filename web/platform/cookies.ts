/** Whether this browser keeps cookies. A seat needs one: without it, each visit would take another seat. */
const PROBE = "chabudai.probe=";

function probe(): boolean {
  try {
    document.cookie = `${PROBE}1; SameSite=Lax; path=/`;
    const kept = document.cookie.includes(PROBE);
    document.cookie = `${PROBE}; Max-Age=0; path=/`;
    return kept;
  } catch {
    return false;
  }
}

export const keepsCookies = probe();
