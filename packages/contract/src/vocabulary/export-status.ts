/** Status of the export screening of an account (EX-01). */
export const exportStatuses = ['none', 'pending', 'cleared', 'denied'] as const;
export type ExportStatus = (typeof exportStatuses)[number];
