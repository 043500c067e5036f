// Which GIF links may be sent, as roomlog.CheckGIF has it: https, one
// of the configured hosts, no user or port; or a file of a folder of this
// installation, which is a host that begins with a slash. The server decides again.

const maxBytes = 500;

/** The link's one form when it may be sent, else null. */
export function gifAddress(text: string, hosts: readonly string[]): string | null {
  const link = text.trim();
  if (link === '' || link.length > maxBytes || /[^\x21-\x7e]|["<>\\^`{|}]/u.test(link)) return null;
  if (link.startsWith('/')) return hosts.some((folder) => isFileOf(link, folder)) ? link : null;
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.port !== '') return null;
  return hosts.includes(url.hostname.toLowerCase()) ? url.href : null;
}

function isFileOf(link: string, folder: string) {
  return (
    folder.startsWith('/') && link.startsWith(folder) && /^[\w-]{1,64}\.gif$/.test(link.slice(folder.length))
  );
}
