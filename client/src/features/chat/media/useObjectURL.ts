// The address of a file in this page; given back when another one takes its
// place and when the dialog closes.
import { useEffect, useState } from 'react';

export function useObjectURL(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
