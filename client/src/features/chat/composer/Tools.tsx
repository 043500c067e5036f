// The buttons beside the field: an emoji, a GIF, and for those who may upload a
// file or a voice message. The dialogs are fetched when they are first opened.
import { texts as emojiTexts } from 'texts:chat';
import { texts as mediaTexts } from 'texts:chat/media';
import { ImagePlay, Mic, Paperclip, Smile } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SentMedia } from '@/stores/room/outgoing';
import { IconButton } from '@/ui/IconButton';
import { onDemand } from '@/ui/onDemand';
import { DropZone } from '../media/DropZone';

const EmojiPicker = onDemand(() => import('../emoji/EmojiPicker'));
const GifPicker = onDemand(() => import('../gif/GifPicker'));
const UploadModal = onDemand(() => import('../media/UploadModal'));
const VoiceRecorder = onDemand(() => import('../media/VoiceRecorder'));

interface ToolsProps {
  roomId: string;
  disabled: boolean;
  mayUpload: boolean;
  /** A file that was pasted; the dialog opens with it. */
  offered: File | null;
  onOffer: (file: File | null) => void;
  onInsert: (emoji: string) => void;
  onGif: (address: string) => void;
  onMedia: (media: SentMedia) => void;
}

type Open = 'emoji' | 'gif' | 'upload' | 'voice' | null;

export function Tools({
  roomId,
  disabled,
  mayUpload,
  offered,
  onOffer,
  onInsert,
  onGif,
  onMedia,
}: ToolsProps) {
  const [open, setOpen] = useState<Open>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const uploads = mayUpload && !disabled;
  const uploading = uploads && (open === 'upload' || offered !== null);
  const close = () => {
    setOpen(null);
    onOffer(null);
  };
  return (
    <>
      {mayUpload && (
        <>
          <IconButton
            label={mediaTexts.attach}
            icon={<Paperclip size={20} aria-hidden="true" />}
            disabled={disabled}
            onClick={() => setOpen('upload')}
          />
          <IconButton
            label={mediaTexts.voice}
            icon={<Mic size={20} aria-hidden="true" />}
            disabled={disabled}
            onClick={() => setOpen('voice')}
          />
        </>
      )}
      <IconButton
        ref={emoji}
        label={emojiTexts.insertEmoji}
        icon={<Smile size={20} aria-hidden="true" />}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open === 'emoji'}
        onClick={() => setOpen(open === 'emoji' ? null : 'emoji')}
      />
      <IconButton
        label={emojiTexts.sendGif}
        icon={<ImagePlay size={20} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => setOpen('gif')}
      />
      {open === 'emoji' && <EmojiPicker anchor={emoji.current} onInsert={onInsert} onClose={close} />}
      {open === 'gif' && <GifPicker onSend={onGif} onClose={close} />}
      {uploading && <UploadModal roomId={roomId} offered={offered} onSend={onMedia} onClose={close} />}
      {open === 'voice' && uploads && <VoiceRecorder roomId={roomId} onSend={onMedia} onClose={close} />}
      <DropZone enabled={uploads} onFile={onOffer} />
    </>
  );
}
