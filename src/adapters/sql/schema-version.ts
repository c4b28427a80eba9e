/** How many migrations this program knows. In the header of a SQLite file, so that one cheap read tells whether it is current. */
export const schemaVersion = 3

/** "frwd": marks a SQLite file as ours. */
export const applicationId = 0x66_72_77_64
