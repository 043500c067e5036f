// What a call answers: its body, or one kind of failure; and the one rule for
// 401. The session store says which token is in use and what its end means.
import { languageTag } from '@/languages/texts';
import { buildHeader, buildReceived } from './build';
import { dateReceived } from './serverClock';

/** A call that did not succeed. `message` is a sentence for a person, or '' when the server gave none. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    /** HTTP status; 0 means that no answer came. */
    readonly status: number,
    message: string,
    /** Stable machine word of the failure ('invalid', 'limited', …); 'network' or 'timeout' without an answer. */
    readonly code: string,
    /** Seconds to wait before the same call can succeed; null when unknown. */
    readonly retryAfter: number | null = null,
    /** What else the failure's body says. */
    readonly reply: Readonly<Record<string, unknown>> = {},
    /** The language of `message`. */
    readonly language = languageTag(),
  ) {
    super(message);
  }
}

/** The server's own sentence, or `fallback` when it gave none in the language in use. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.language === languageTag() && error.message) || fallback;

/** What a call is sent with, and what its 401 says about the session. */
export interface Credential {
  token: string | null;
  /** The token is not the session's own: a face step's, or one that is being given back. */
  own: boolean;
  ignore401: boolean;
}

/** What the calls need of the session. */
export interface SessionPort {
  token: () => string | null;
  lost: () => void;
}

let session: SessionPort = { token: () => null, lost() {} };

/** Connects the calls with the session store: its token, and what a refused token does. */
export function connectSession(port: SessionPort) {
  session = port;
}

/** The credential of a call that begins now. */
export function credentialOf(options: { token?: string; ignore401?: boolean }): Credential {
  const { token, ignore401 = false } = options;
  return { token: token ?? session.token(), own: token !== undefined, ignore401 };
}

interface Answer {
  status: number;
  text: string;
  header: (name: string) => string | null;
}

/** The body of a success; throws an ApiError for everything else. */
export function readAnswer(answer: Answer, credential: Credential): unknown {
  buildReceived(answer.header(buildHeader));
  dateReceived(answer.header('Date'));
  const succeeded = answer.status >= 200 && answer.status < 300;
  if (succeeded && answer.text === '') return {};
  const reply = parse(answer.text);
  if (succeeded && reply !== null && reply.success !== false) return reply;

  // An answer to a token that has been replaced meanwhile says nothing about
  // the present session.
  const current = credential.own || session.token() === credential.token;
  if (answer.status === 401 && current && !credential.ignore401) session.lost();
  throw failure(answer, reply);
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function failure({ status, header }: Answer, reply: Record<string, unknown> | null) {
  const words = [reply?.message, reply?.error].find((text) => typeof text === 'string' && text !== '');
  const seconds = Number(reply?.retryAfter ?? header('Retry-After') ?? Number.NaN);
  return new ApiError(
    status,
    typeof words === 'string' ? words : '',
    typeof reply?.code === 'string' ? reply.code : `http_${status}`,
    Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null,
    reply ?? {},
    // Without one it is for everybody: the community's own words.
    header('Content-Language') ?? languageTag(),
  );
}
