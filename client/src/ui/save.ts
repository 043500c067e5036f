// Saves something as a file on this device.

export const saveText = (name: string, text: string, type: string) => save(name, new Blob([text], { type }));

/** Marked as UTF-8 at its beginning: without the mark a spreadsheet reads its letters in another encoding. */
export const saveTable = (name: string, csv: Blob) =>
  save(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));

function save(name: string, file: Blob) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
