// Ending sessions from the list of devices.
import { api } from '@/net/api';

export const endOne = (id: string) => api.delete(`/auth/sessions/${encodeURIComponent(id)}`);
export const endOthers = () => api.delete('/auth/sessions');
