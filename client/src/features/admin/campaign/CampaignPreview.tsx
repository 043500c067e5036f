// What the recipients will see.
import { texts } from 'texts:admin/campaign';
import { useQuery } from '@tanstack/react-query';
import { rich } from '@/languages/rich';
import { configQuery } from '@/queries/config';
import type { CampaignType } from '@/wire/bodies.gen';
import s from './Campaign.module.css';

interface CampaignPreviewProps {
  type: CampaignType;
  subject: string;
  message: string;
}

export function CampaignPreview({ type, subject, message }: CampaignPreviewProps) {
  const { data: config } = useQuery(configQuery);
  const text = message.trim();
  return (
    <section className={s.preview} aria-label={texts.preview}>
      {type !== 'sms' && (
        <div className={s.sheet}>
          <p className="label">{texts.previewMail}</p>
          <p className={s.subject}>{subject.trim() || texts.subject}</p>
          <p className={s.text}>{text || texts.previewEmpty}</p>
          <p className={s.foot}>
            {rich(texts.mailFoot, {
              community: config?.communityName ?? '',
              unsubscribe: <u>{texts.unsubscribe}</u>,
            })}
          </p>
        </div>
      )}
      {type !== 'email' && (
        <div className={s.sheet}>
          <p className="label">{texts.previewSms}</p>
          <p className={s.bubble}>{text || texts.previewEmpty}</p>
        </div>
      )}
    </section>
  );
}
