/** Role that owns the tables and migrates them. */
export const DATABASE_OWNER = 'foyer';
/** Role of the running server. It reads and writes rows but cannot change tables, triggers or roles. */
export const SERVER_ROLE = 'foyer_server';
/** Key of the advisory lock that a running Foyer holds. Nothing else in this database may use it. */
export const FOLDER_LOCK_KEY = 4_611_230_651;
