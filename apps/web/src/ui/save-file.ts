/** Hands content to the browser as a file to save. It never leaves the page for it, so nothing of it is in any address. */
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // after the click has been acted on
  setTimeout(() => URL.revokeObjectURL(address));
};
