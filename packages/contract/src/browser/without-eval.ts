import { z } from 'zod';

// The content security policy allows no code from text. Imported before the first schema: zod
// decides when it creates one.
z.config({ jitless: true });
