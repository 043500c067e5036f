// How an application stands, asked again while its page is shown.
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '@/queries/client';
import { setStatusCodeSent, waitsForStatusCode } from '@/stores/application/applicant';
import { type ApplicantStatus, checkStatus } from '@/stores/application/applicantCalls';
import { useApplication } from '@/stores/application/application';

const everyMs = 10_000;

const proven = (status: ApplicantStatus | undefined) => Boolean(status?.application);

export const statusQuery = (email: string) =>
  queryOptions({
    queryKey: ['application', 'status', email],
    queryFn: async ({ signal }): Promise<ApplicantStatus> => {
      if (waitsForStatusCode(email) && !proven(queryClient.getQueryData<ApplicantStatus>(keyOf(email))))
        return { application: null, message: '' };
      const status = await checkStatus(email, undefined, signal);
      setStatusCodeSent(status.application ? null : email);
      return status;
    },
    // It was submitted in this page a moment ago.
    initialData: () => {
      const { application } = useApplication.getState();
      return application?.submitted_at && application.email === email
        ? { application, message: '' }
        : undefined;
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // Without a proof each call would mail a code.
    refetchInterval: ({ state }) => (proven(state.data) ? everyMs : false),
    refetchOnWindowFocus: ({ state }) => proven(state.data),
    refetchOnReconnect: ({ state }) => proven(state.data),
    refetchOnMount: 'always',
  });

const keyOf = (email: string) => ['application', 'status', email];

/** Looks an application up with the code that was mailed. */
export async function proveStatus(email: string, code: string) {
  const status: ApplicantStatus = await checkStatus(email, code);
  setStatusCodeSent(null);
  queryClient.setQueryData(keyOf(email), status);
}

/** Has another code mailed. */
export async function mailStatusCode(email: string) {
  const status: ApplicantStatus = await checkStatus(email);
  setStatusCodeSent(status.application ? null : email);
  queryClient.setQueryData(keyOf(email), status);
  return status.message;
}
