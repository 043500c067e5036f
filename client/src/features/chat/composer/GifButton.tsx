// Sends a GIF by its link: only from the hosts this installation allows
//, with a preview before it goes.
import { useQuery } from '@tanstack/react-query';
import { ImagePlay } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { configQuery } from '@/queries/config';
import { gifAddress } from '@/rules/gif';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { IconButton } from '@/ui/IconButton';
import { Sheet } from '@/ui/Sheet';
import { Picture } from '../message/MessageContent';
import s from './GifButton.module.css';

interface GifButtonProps {
  disabled: boolean;
  onSend: (address: string) => void;
}

export function GifButton({ disabled, onSend }: GifButtonProps) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState('');
  const { data: config } = useQuery(configQuery);
  const hosts = config?.gifHosts ?? [];
  const address = gifAddress(link, hosts);
  const error = link.trim() !== '' && !address ? 'This GIF link is not allowed' : null;

  function close() {
    setOpen(false);
    setLink('');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!address) return;
    onSend(address);
    close();
  }

  return (
    <>
      <IconButton
        label="Send a GIF"
        icon={<ImagePlay size={20} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title="Send a GIF"
        description={hosts.length > 0 ? `Paste a link from ${hosts[0]}.` : 'GIF support not configured.'}
      >
        <form className={s.form} onSubmit={submit}>
          <Field
            label="GIF link"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder={hosts.length > 0 ? `https://${hosts[0]}/` : undefined}
            value={link}
            error={error}
            disabled={hosts.length === 0}
            onChange={(event) => setLink(event.target.value)}
          />
          <div className={s.preview}>
            {address ? (
              <Picture key={address} source={address} words="Preview of the GIF" />
            ) : (
              <span className={s.none}>Preview</span>
            )}
          </div>
          <Button type="submit" variant="primary" block disabled={!address}>
            Send GIF
          </Button>
        </form>
      </Sheet>
    </>
  );
}
