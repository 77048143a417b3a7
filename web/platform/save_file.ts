/** Save a file on the device. */
export function saveFile(file: File): void {
  const way = document.createElement("a");
  way.href = URL.createObjectURL(file);
  way.download = file.name;
  way.click();
  URL.revokeObjectURL(way.href);
}
