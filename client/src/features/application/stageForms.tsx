// The forms of the four stages in one file, which is fetched while the disclaimer is read.
import { stages } from '@/rules/application/application';
import type { Application } from '@/wire/bodies.gen';
import { Agreement } from './Agreement';
import { Assessment } from './Assessment';
import { Background } from './Background';
import { Identification } from './Identification';

export interface StageFormProps {
  application: Application;
  stage: number;
}

export function StageForm({ application, stage }: StageFormProps) {
  switch (stage) {
    case stages.background:
      return <Background application={application} />;
    case stages.assessment:
      return <Assessment application={application} />;
    case stages.agreement:
      return <Agreement />;
    default:
      return <Identification application={application} />;
  }
}
