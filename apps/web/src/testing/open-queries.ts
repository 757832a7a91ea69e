import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

const open = new Set<QueryClient>();

/** A client of a test, which asks nothing more once the test has ended. */
export const openQueries = (config: QueryClientConfig): QueryClient => {
  const queries = new QueryClient(config);
  open.add(queries);
  return queries;
};

/** Ends what is still asked for, so that no request of one test arrives in the next. */
export const closeQueries = async (): Promise<void> => {
  await Promise.all([...open].map((queries) => queries.cancelQueries()));
  open.clear();
};
