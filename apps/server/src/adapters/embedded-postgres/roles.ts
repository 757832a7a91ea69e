/** The role that owns everything and migrates. */
export const DATABASE_OWNER = 'foyer';
/** The role that the server works as: it reads and writes rows, and changes no table, trigger or role. */
export const SERVER_ROLE = 'foyer_server';
/** Key of the advisory lock that a running Foyer holds. Nothing else in this database may use it. */
export const FOLDER_LOCK_KEY = 4_611_230_651;
