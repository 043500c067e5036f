// Starts the client.
import '@/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startRouter } from '@/app/router';
import { useLanguage } from '@/languages/texts';
import { connectSession } from '@/net/reply';
import { cacheBuild, startWorker } from '@/net/worker';
import { sessionPort } from '@/stores/session/session';
import { startLanguage } from '@/ui/language';
import { applyTheme } from '@/ui/theme';

applyTheme();
connectSession(sessionPort);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const language = startLanguage();
const router = startRouter();

/** Every screen, drawn anew in another language. */
function Screens() {
  return <RouterProvider key={useLanguage()} router={router} />;
}

const page = createRoot(root);
void language.then(() =>
  page.render(
    <StrictMode>
      <Screens />
    </StrictMode>,
  ),
);

const cacheAfterMs = 2_000; // what the page loads itself comes first
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    void startWorker();
    setTimeout(() => void cacheBuild(), cacheAfterMs);
  });
}
