// The address of a file in this page; given back when another one takes its
// place and when the dialog closes.
import { useEffect, useState } from 'react';

export function useObjectURL(file: Blob | null): string | null {
  const [made, setMade] = useState<{ file: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!file) return setMade(null);
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made && made.file === file ? made.url : null;
}
