/** Saves content as a file. The data stays in the page and never appears in an address. */
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // after the browser has handled the click
  setTimeout(() => URL.revokeObjectURL(address));
};
