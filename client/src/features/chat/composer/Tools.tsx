// The buttons beside the field: an emoji, a GIF, and for those who may upload a
// file or a voice message. The dialogs are fetched when they are first opened.
import { texts as emojiTexts } from 'texts:chat';
import { texts as mediaTexts } from 'texts:chat/media';
import { ImagePlay, Mic, Paperclip, Smile } from 'lucide-react';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
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
  /** What is to be uploaded; the dialog opens with it. */
  files: readonly File[];
  onFiles: Dispatch<SetStateAction<readonly File[]>>;
  onInsert: (emoji: string) => void;
  onGif: (address: string) => void;
  onMedia: (media: SentMedia) => void;
}

type Open = 'emoji' | 'gif' | 'voice' | null;

export function Tools({ roomId, disabled, mayUpload, files, onFiles, onInsert, onGif, onMedia }: ToolsProps) {
  const [open, setOpen] = useState<Open>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const uploads = mayUpload && !disabled;
  // A file can be dropped while another dialog is open, which keeps what it holds.
  const [uploading, setUploading] = useState(false);
  if (files.length > 0 && !uploading) setUploading(true);
  const add = (more: readonly File[]) => onFiles((all) => [...all, ...more]);
  const close = () => setOpen(null);
  function closeUpload() {
    setUploading(false);
    onFiles([]);
  }
  return (
    <>
      {mayUpload && (
        <>
          <IconButton
            label={mediaTexts.attach}
            icon={<Paperclip size={20} aria-hidden="true" />}
            disabled={disabled}
            onClick={() => setUploading(true)}
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
      {uploading && uploads && (
        <UploadModal roomId={roomId} files={files} onFiles={onFiles} onSend={onMedia} onClose={closeUpload} />
      )}
      {open === 'voice' && uploads && <VoiceRecorder roomId={roomId} onSend={onMedia} onClose={close} />}
      <DropZone enabled={uploads} onFiles={add} />
    </>
  );
}
