// Declares what the libraries use of Apple's C library, as far as a type checker needs it.

typedef unsigned short mode_t;
typedef unsigned int uid_t, gid_t;
typedef unsigned int nfds_t;
typedef unsigned long size_t;
typedef long ssize_t;

#define EACCES 13
#define EAGAIN 35
#define EBADF 9
#define EDQUOT 69
#define EFBIG 27
#define EINTR 4
#define EINVAL 22
#define EIO 5
#define EISDIR 21
#define ELOOP 62
#define ENOENT 2
#define ENOSPC 28
#define ENOTDIR 20
#define ENOTSUP 45
#define EPERM 1
#define EPIPE 32
#define EROFS 30
#define O_WRONLY 0x0001
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_CLOEXEC 0x01000000
#define PATH_MAX 1024
#define POLLOUT 0x0004
#define S_IFDIR 0040000
#define S_IFLNK 0120000
#define S_IFMT 0170000
#define S_IFREG 0100000
#define TIOCGWINSZ 0x40087468

struct stat { mode_t st_mode; uid_t st_uid; gid_t st_gid; };
struct pollfd { int fd; short events, revents; };
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
typedef struct FILE FILE;
typedef struct { long state[8]; } pthread_mutex_t;
typedef struct { long state[2]; } pthread_mutexattr_t;

extern const int errno;
int close(int descriptor);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t owner, gid_t group);
int fstat(int descriptor, struct stat *status);
int fflush(FILE *file);
int fsync(int descriptor);
char *getenv(const char *name);
int ioctl(int descriptor, unsigned long request, void *size);
int isatty(int descriptor);
int lstat(const char *path, struct stat *status);
int open(const char *path, int flags, mode_t mode);
int poll(struct pollfd *requests, nfds_t count, int timeout);
ssize_t readlink(const char *path, char *target, size_t size);
int rename(const char *old_name, const char *new_name);
int stat(const char *path, struct stat *status);
char *strerror(int code);
int unlink(const char *path);
ssize_t write(int descriptor, const void *bytes, size_t count);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
