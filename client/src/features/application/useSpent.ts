// The seconds on the stage and in each answer. They are counted while the page is seen, and
// kept in the draft.
import { useEffect, useRef, useState } from 'react';
import type { Question, Spent } from '@/rules/application/forms';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';

const nothing: Spent = { total: 0, byQuestion: {} };

export interface Spending {
  spent: Spent;
  onFocus: (question: Question) => void;
  onBlur: () => void;
}

export function useSpent(): Spending {
  const [spent, setSpent] = useState(() => useApplicationDraft.getState().draft.spent ?? nothing);
  const focused = useRef<Question | null>(null);
  const now = useRef(spent);
  now.current = spent;

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      setSpent(({ total, byQuestion }) => {
        const question = focused.current;
        const seconds = question && { ...byQuestion, [question]: (byQuestion[question] ?? 0) + 1 };
        return { total: total + 1, byQuestion: seconds ?? byQuestion };
      });
    }, 1000);
    const store = () => changeDraft('spent', now.current);
    window.addEventListener('pagehide', store);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', store);
    };
  }, []);

  return {
    spent,
    onFocus: (question) => {
      focused.current = question;
    },
    onBlur: () => {
      focused.current = null;
      changeDraft('spent', now.current);
    },
  };
}
