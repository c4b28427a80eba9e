/** The number of migrations. SQLite keeps it in the header of the file, so one cheap read shows whether the file is current. */
export const schemaVersion = 4

/** "frwd": marks a SQLite file as one of foreword. */
export const storeApplicationId = 0x66_72_77_64
