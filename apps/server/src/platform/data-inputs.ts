/** Path of the addresses of HTTP inputs at the port of phones; the token follows. */
export const DATA_INPUT_PATH = '/inputs/';

/** Purpose of the key that encrypts the passwords of brokers. */
export const DATA_INPUT_SECRETS = 'data inputs';
