// Chooses a GIF: trending ones, a search, or a pasted link from an allowed host.
import { texts as gifTexts } from 'texts:chat/gif';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/net/api';
import { gifsQuery } from '@/queries/chat/gifs';
import { configQuery } from '@/queries/config';
import { gifAddress } from '@/rules/chat/gif';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { asksNext, NextPage } from '@/ui/NextPage';
import { SearchField } from '@/ui/SearchField';
import { Sheet } from '@/ui/Sheet';
import { EmptyState, ErrorState } from '@/ui/States';
import { useDebounced } from '@/ui/useDebounced';
import { Picture } from '../media/Picture';
import { GifGrid, GifSkeleton } from './GifGrid';
import s from './GifPicker.module.css';

const searchAfterMs = 500;

interface GifPickerProps {
  onSend: (address: string) => void;
  onClose: () => void;
}

export default function GifPicker({ onSend, onClose }: GifPickerProps) {
  const { data: config } = useQuery(configQuery);
  const [text, setText] = useState('');
  const hosts = config?.gifHosts ?? [];
  const link = /^\s*https?:/iu.test(text);
  const address = link ? gifAddress(text, hosts) : null;

  function send(gif: string) {
    onSend(gif);
    onClose();
  }

  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={gifTexts.title} wide>
      <div className={s.picker}>
        <SearchField label={gifTexts.search} placeholder={gifTexts.search} value={text} onChange={setText} />
        <FieldError error={link && !address ? gifTexts.notAllowed : null} />
        {address ? (
          <div className={s.pasted}>
            <Picture key={address} source={address} words={gifTexts.preview} />
            <Button variant="primary" onClick={() => send(address)}>
              {gifTexts.send}
            </Button>
          </div>
        ) : (
          <Found text={link ? '' : text.trim()} configured={config?.gifSearch !== false} onPick={send} />
        )}
      </div>
    </Sheet>
  );
}

interface FoundProps {
  text: string;
  configured: boolean;
  onPick: (address: string) => void;
}

function Found({ text, configured, onPick }: FoundProps) {
  const typed = useDebounced(text, searchAfterMs);
  // An emptied field shows what is trending at once.
  const words = text === '' ? '' : typed;
  const query = useInfiniteQuery({ ...gifsQuery(words), enabled: configured });
  const { data, error, isFetching, fetchNextPage } = query;

  if (!configured || (error instanceof ApiError && error.code === 'gif_not_configured')) {
    return <EmptyState title={gifTexts.notConfigured} text={gifTexts.howToConfigure} />;
  }
  if (!data) {
    if (!error) return <GifSkeleton />;
    return (
      <ErrorState
        text={gifTexts.failed}
        action={{ label: gifTexts.retry, run: () => void query.refetch(), busy: isFetching }}
      />
    );
  }
  const gifs = [...new Map(data.pages.flat().map((gif) => [gif.id, gif])).values()];
  if (gifs.length === 0) {
    return <EmptyState title={words === '' ? gifTexts.noneTrending : gifTexts.noneFound} />;
  }
  return (
    <>
      <GifGrid
        key={words}
        gifs={gifs}
        busy={isFetching}
        more={asksNext(query)}
        onMore={() => void fetchNextPage()}
        onPick={(gif) => onPick(gif.url)}
      />
      <NextPage query={query} retry={gifTexts.more} onReach={null} />
      <p className={s.powered}>{gifTexts.poweredBy}</p>
    </>
  );
}
