// The picture as it was taken: used, or taken again.
import { texts } from 'texts:face';
import { useEffect, useState } from 'react';
import { Still } from '@/parts/camera/Still';
import { Button } from '@/ui/Button';
import { Step } from './Step';

interface FacePreviewProps {
  picture: Blob;
  /** It was sent and not stored. */
  failed: boolean;
  onUse: () => void;
  onRetake: () => void;
}

export function FacePreview({ picture, failed, onUse, onRetake }: FacePreviewProps) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <Step title={texts.previewTitle} text={texts.preview}>
      <Still src={source} alt={texts.previewPicture} />
      <Button variant="primary" size="large" block onClick={onUse}>
        {failed ? texts.retry : texts.use}
      </Button>
      <Button block onClick={onRetake}>
        {texts.retake}
      </Button>
    </Step>
  );
}
