/** After a tap on a button the keys belong to the table again; who came by keyboard keeps the focus. */
export function releaseTapped(): () => void {
  const release = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".table button") : null;
    if (event.detail > 0) button?.blur();
  };
  addEventListener("click", release);
  return () => removeEventListener("click", release);
}
