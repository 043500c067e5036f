// The right was taken away while a screen of the back office was open.
import { texts } from 'texts:admin';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { paths } from '@/rules/paths';
import { toast } from '@/stores/toast';

export function RightLost() {
  useEffect(() => void toast(texts.rightLost, { tone: 'info' }), []);
  return <Navigate to={paths.dashboard} replace />;
}
